import type { QueueEntry, View } from "../gen/view";
import { plainText } from "../kit/text";

/** The species of a card's project; the first one where none of its sessions is known. */
export function speciesOf(
  { sessions }: Pick<View, "sessions">,
  { agent, project }: Pick<QueueEntry, "agent" | "project">,
): number {
  const name = plainText(project);
  const known = sessions.filter((session) => plainText(session.project) === name);
  return (known.find((session) => session.agent === agent) ?? known[0])?.species ?? 0;
}
