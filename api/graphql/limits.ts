import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import { measureWeight, type Weight } from './document-weight.ts';
import { ProductError } from '#api/lib/errors.ts';

/**
 * Size in bytes of a request's body, of a GraphQL document with its variables, and of a WebSocket message.
 */
export const bodyLimit = 100 * 1024;

/**
 * Lexical tokens in a document, after which the parser stops. Our explorer's introspection needs about 300.
 */
export const maxTokens = 1000;

/** Upper limits of an operation, based on OWASP's and GraphQL Armor's recommendations. */
export const weightLimits: Record<Exclude<keyof Weight, 'introspects'>, number> = {
  depth: 6,
  cost: 5000,
  aliases: 15,
  directives: 50,
};

/** Milliseconds after which an execution gets a timeout response, even if it is still running. */
const executionTimeout = 5000;

/**
 * Timeout for fields that call third-party servers or do a lot at once. Those calls have their own timeouts,
 * a minute at most (a ticket), and report their outcome. Otherwise something reported as failed could turn
 * out to have worked.
 */
const longExecutionTimeout = 70_000;

/** Root fields that call third-party servers, including lists that may not be cached. */
const fieldsCallingOutside = [
  'testStripe',
  'reconcileBilling',
  'testIntegration',
  'testAlertRule',
  'checkIntegration',
  'saveEmailSettings',
  'sendTestEmail',
  'removeEmailSuppression',
  'saveHalopsaIntegration',
  'testHalopsaIntegration',
  'testHalopsaAlert',
  'refreshHalopsaLists',
  'halopsaClients',
  'halopsaSites',
  'halopsaCategories',
  'halopsaPriorities',
  'halopsaStatuses',
  'halopsaTicketTypes',
  'packagePriceCheck',
  'subscriptionOffer',
  'createSubscription',
  'refreshSubscription',
  'previewPackageChange',
  'changePackage',
  'cancelSubscription',
  'resumeSubscription',
  'setUpPaymentMethod',
  'payOpenInvoice',
];

/** Root fields that do a day's work at once. A team with hundreds of rules takes seconds. */
const slowFields = ['previewConfiguration', 'applyConfiguration'];

/**
 * Root fields allowed once per document. Most take a guessable secret: guesses are counted one by one
 * (`attempts`), but aliases would turn one request into a thousand guesses. The others turn one request into
 * many third-party calls, or create secrets that are shown once.
 */
const oncePerDocument = new Set([
  'signIn',
  'changePassword',
  'confirmIdentity',
  'enableTwoFactor',
  'disableTwoFactor',
  'regenerateRecoveryCodes',
  'resetPassword',
  'verifyEmail',
  'requestEmailChange',
  'confirmEmailChange',
  'acceptInvitation',
  'deleteAccount',
  'transferOwnership',
  'acknowledgeByLink',
  'snoozeByLink',
  'unsubscribeByLink',
  'subscribeByLink',
  'resendDelivery',
  'startRuleBacktest',
  'joinWaitlist',
  'leaveWaitlist',
  'rejoinWaitlist',
  'leaveReports',
  'rejoinReports',
  'sendWaitlistEmail',
  'resendBroadcast',
  'rotateSigningSecret',
  ...fieldsCallingOutside,
  ...slowFields,
]);

/**
 * Timeout in ms for a request's document. Merely mentioning a field that calls third parties raises it too.
 * This only affects the response and stops no work.
 */
export function timeoutOf(body: unknown): number {
  const document = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof document !== 'string') return executionTimeout;
  return [...fieldsCallingOutside, ...slowFields].some((field) => document.includes(field))
    ? longExecutionTimeout
    : executionTimeout;
}

function once(context: ValidationContext): ASTVisitor {
  const seen = new Set<string>();
  return {
    Field(node) {
      const name = node.name.value;
      if (!oncePerDocument.has(name) || context.getParentType() !== context.getSchema().getMutationType())
        return;
      if (seen.has(name)) {
        const extensions = { limit: 'once', allowed: 1, found: 2 };
        context.reportError(
          new GraphQLError(`"${name}" may be used only once in a document`, { nodes: node, extensions }),
        );
      }
      seen.add(name);
    },
  };
}

function withinWeightLimits(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      const tooMuch = exceededLimit(measureWeight(context.getDocument(), node));
      if (tooMuch) context.reportError(tooMuch);
    },
  };
}

const sentences: Record<keyof typeof weightLimits, (found: number, allowed: number) => string> = {
  depth: (found, allowed) => `Depth ${found} is more than ${allowed}`,
  cost: (found, allowed) => `Cost ${found} is more than ${allowed}`,
  aliases: (found, allowed) => `${found} aliases are more than ${allowed}`,
  directives: (found, allowed) => `${found} directives are more than ${allowed}`,
};

/** The error for the first limit that an operation exceeds, with its name and both figures. */
export function exceededLimit(weight: Weight): ProductError | undefined {
  for (const [name, allowed] of Object.entries(weightLimits)) {
    const limit = name as keyof typeof weightLimits;
    // A small document can expand to an absurdly large figure.
    const found = Math.min(weight[limit], 1_000_000_000);
    if (found <= allowed) continue;
    return new ProductError('BAD_USER_INPUT', sentences[limit](found, allowed), { limit, allowed, found });
  }
  return undefined;
}

/** Rules that check a document before anything runs. `enforceLimits` checks what depends on variables. */
export const limitRules: readonly ((context: ValidationContext) => ASTVisitor)[] = [withinWeightLimits, once];
