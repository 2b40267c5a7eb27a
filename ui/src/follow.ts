/**
 * Follows a view that native code keeps: asked for twice, at once for the first paint and again for
 * what came before the page listened. Rejects when native code does not answer.
 */
export async function follow<View extends { revision: number }>(
  attach: () => Promise<View>,
  on: (take: (view: View) => void) => Promise<void>,
  show: (view: View) => void,
): Promise<void> {
  let revision = -1;
  // Views can overtake each other between a call's answer and an event.
  const take = (view: View) => {
    if (view.revision <= revision) return;
    ({ revision } = view);
    show(view);
  };
  await Promise.all([attach().then(take), on(take).then(attach).then(take)]);
}
