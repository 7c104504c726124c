type Values = Record<string, unknown>;

/** Defaults for what documented clients leave out of a body, by call. */
const meant: Record<string, (body: Values) => Values> = {
  // The rule form sends "All Controllers" by omitting controllerId (specification 1, section 3). This only
  // applies to a complete rule: a body that just switches a rule off keeps its scope.
  'PUT /api/alert-rules/:id': (body) =>
    'name' in body && 'condition' in body ? { controllerId: null, siteId: null, ...body } : body,
  // The form sends all its fields, and an empty one means none.
  'PUT /api/admin/branding': (body) => withoutBlanks(body, ['supportEmail', 'logoUrl', 'faviconUrl']),
  // This form has a checkbox instead of a package (specification 1, section 7).
  'POST /api/register': (body) => ({ ...body, agreeToTerms: body['agreeToTerms'] ?? false }),
};

/** Replaces empty text with null in these fields. */
function withoutBlanks(body: Values, fields: readonly string[]): Values {
  const blank = fields.filter((field) => body[field] === '').map((field) => [field, null]);
  return { ...body, ...Object.fromEntries(blank) };
}

/** The body as its sender means it. */
export function normalizeLegacyBody(call: string, body: Values): Values {
  return meant[call]?.(body) ?? body;
}
