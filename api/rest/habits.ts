type Values = Record<string, unknown>;

/** What a documented client means by leaving something out of a body, by root field. */
const meant: Record<string, (body: Values) => Values> = {
  // The rule form sends "All Controllers" as no controllerId (specification 1, section 3). Only a whole rule says so:
  // a body that just switches a rule off leaves its scope alone.
  updateAlertRule: (body) =>
    'name' in body && 'condition' in body ? { controllerId: null, siteId: null, ...body } : body,
};

/** The body as its sender means it. */
export function asMeant(name: string, body: Values): Values {
  return meant[name]?.(body) ?? body;
}
