/** A value that is made when it is first used: a formatter takes far longer to make than to use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
