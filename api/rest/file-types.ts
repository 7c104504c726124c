/** The content type of a call that returns a download instead of JSON: a spreadsheet or a configuration. */
export function fileTypeOf(call: string): string | undefined {
  if (call.endsWith('/csv')) return 'text/csv';
  return call === 'GET /api/configuration' ? yamlTypes[0] : undefined;
}

/** The registered name of YAML (RFC 9512), and earlier common ones. */
export const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];
