/** The wall clock for what is on the screen, which moves once a minute while somebody looks. */
export class MinuteClock {
  /** In milliseconds since 1970. */
  now = $state(0);

  constructor(private readonly wall: () => number) {
    this.now = wall();
  }

  /** Runs until its result is called. */
  run(): () => void {
    this.now = this.wall();
    const timer = setInterval(() => (this.now = this.wall()), 60_000);
    return () => clearInterval(timer);
  }
}
