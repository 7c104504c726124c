import { invalid, StripeRefusal, type StripeProblem } from './errors.ts';
import type { TypedCard } from './cards.ts';
import type { Outcome } from './intents.ts';
import { methodOf } from './methods.ts';
import { authenticateIntent, confirmIntent } from './paying.ts';
import type { PaymentIntentRow, SetupIntentRow } from './rows-paying.ts';
import { checkOpen } from './routes-intents.ts';
import type { StripeWorld } from './world.ts';

/** What the browser is told. */
export interface Confirmed {
  status: 'succeeded' | 'requires_action' | 'failed';
  error?: StripeProblem;
}

/** A card is typed into the form and sent. */
export function confirmWithCard(world: StripeWorld, clientSecret: string, card: TypedCard): Confirmed {
  return told(() => {
    const intent = needIntent(world, clientSecret);
    checkOpen(intent, 'confirm');
    const made = methodOf(world, card, world.now(intent.customer));
    if ('problem' in made) return { status: 'failed', error: made.problem };
    return confirmIntent(world, intent, made.method);
  });
}

/** The bank's page is left. */
export function authenticate(world: StripeWorld, clientSecret: string, isProven: boolean): Confirmed {
  return told(() => {
    const intent = needIntent(world, clientSecret);
    checkOpen(intent, 'confirm');
    if (intent.status !== 'requires_action')
      throw invalid('There is nothing to authenticate.', { code: `${intent.object}_unexpected_state` });
    return authenticateIntent(world, intent, isProven);
  });
}

/** The intent of a secret, as the browser may look it up. @throws StripeRefusal where the secret fits none */
export function needIntent(world: StripeWorld, secret: string): PaymentIntentRow | SetupIntentRow {
  const [id = ''] = secret.split('_secret_');
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const intent = world.need(kind, id, 'intent');
  if (intent.client_secret === secret) return intent;
  const message = `The client_secret provided does not match any associated ${kind} on this account.`;
  throw invalid(message, { code: `${kind}_invalid_parameter`, param: 'client_secret' });
}

function told(work: () => Outcome): Confirmed {
  try {
    const outcome = work();
    return outcome.status === 'failed'
      ? { status: 'failed', error: outcome.error }
      : { status: outcome.status };
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: 'failed', error: error.problem };
    throw error;
  }
}
