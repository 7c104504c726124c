/** "Uptime 99.95%: …", with how it is counted, as each figure of uptime has to say. */
export const uptimeSentence = (percent: number | null, counted: string): string =>
  percent === null
    ? 'Nothing was known in this time.'
    : `Uptime ${percent.toLocaleString(undefined, { maximumFractionDigits: 2 })}%: ${counted}. Unknown time isn't counted.`;
