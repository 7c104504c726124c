/** SQL: the severities of alerts, worst first. */
export const severities = `array['critical', 'error', 'warning', 'info']`;

/** SQL: the rank of a severity. 1 is critical. */
export const severityRank = (column: string): string => `array_position(${severities}, ${column})`;

/** SQL: the rank of the worst alert of a group, and its severity. */
export const worstRank = (column = 'severity'): string => `min(${severityRank(column)})`;
export const worstSeverity = (column = 'severity'): string => `(${severities})[${worstRank(column)}]`;
