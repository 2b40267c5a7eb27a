/** What the page General of the settings says. */
export const general = {
  title: "General",
  lead: "How Vults looks, and how it tells you what happens. What you change counts at once.",
  looks: "Look",
  tells: "Telling you",
  runs: "Running",
  language: {
    title: "Language",
    system: (language: string) => `The desktop’s: ${language}`,
  },
  marks: {
    title: "Sessions",
    says: "How a session is drawn on the island.",
    birds: "Birds",
    plain: "Plain marks",
  },
  screen: {
    title: "Screen",
    says: "Where the island is. While that screen is unplugged, it is on the primary one.",
    primary: "The primary one",
    named: (name: string, model: string) => `${name}, ${model}`,
    away: (name: string) => `${name}, which is unplugged`,
  },
  sounds: {
    title: "Sounds",
    says: "A soft one when an agent asks, has finished, or stopped with an error.",
    hear: "Hear them",
    asks: "Asks",
    finished: "Finished",
    failed: "Error",
  },
  notifications: {
    title: "Notifications",
    says: "From the desktop, while the island is out of sight. They say which agent it is and never what it does, and no request is answered in them.",
  },
  quiet: {
    title: "Do not disturb",
    says: "No sound and no notification. Cards come to the island as ever.",
    until: (time: string) => `Until ${time}`,
    untilOther: (date: string, time: string) => `Until ${date}, ${time}`,
    halfAnHour: "For 30 minutes",
    anHour: "For 1 hour",
    tomorrow: "Until tomorrow, 8:00",
    off: "Turn off",
  },
  start: {
    title: "Start with the desktop",
    says: "Vults is there when you sign in. It is an entry among those that your desktop starts.",
  },
  cost: {
    title: "Cost and limits",
    says: "What a session costs, and how much of your plan is left. Claude Code tells that to its status line only: where you have none, Vults puts one in that shows nothing, and the hint “? for shortcuts” gives way to it.",
  },
  quit: {
    title: "Quit",
    says: "Your agents go on, and ask in their own terminals until you start Vults again.",
    act: "Quit Vults",
  },
  file: "All of this is in {file}, which you may change by hand",
};
