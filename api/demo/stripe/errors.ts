/** The `error` of a response, in Stripe's words. */
export interface StripeProblem {
  type: string;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
}

/** A rejected request, with its error response. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly problem: StripeProblem;

  constructor(status: number, problem: StripeProblem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** An invalid request, 400 by default. */
export function invalid(message: string, more: Partial<StripeProblem> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });
}

/** A missing object is 404 if named in the path, and 400 if named by a parameter. */
export function missing(what: string, id: string, param = 'id'): StripeRefusal {
  const status = param === 'id' ? 404 : 400;
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status);
}

/** A card error, 402. */
export function cardRefusal(problem: StripeProblem): StripeRefusal {
  return new StripeRefusal(402, problem);
}

/** The error in the response body, with the fields that every error with a code has. */
export function problemBody({ code, ...problem }: StripeProblem, requestId: string): string {
  const error = {
    ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    ...problem,
    request_log_url: `https://dashboard.stripe.com/test/workbench/logs?object=${requestId}`,
  };
  return JSON.stringify({ error }, null, 2);
}
