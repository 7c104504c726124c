/** `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (seconds < 60) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min`;
  if (hours < 48) return [`${hours} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean).join(' ');
  return [`${Math.floor(hours / 24)} d`, hours % 24 && `${hours % 24} h`].filter(Boolean).join(' ');
}
