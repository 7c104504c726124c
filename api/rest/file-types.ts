/** What a call answers that is no JSON, and that browsers save: a table for spreadsheets, or a configuration. */
export function fileTypeOf(call: string): string | undefined {
  if (call.endsWith('/csv')) return 'text/csv';
  return call === 'GET /api/configuration' ? yamlTypes[0] : undefined;
}

/** The registered name of YAML (RFC 9512), and those that were usual before. */
export const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];
