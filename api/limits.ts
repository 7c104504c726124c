import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ASTVisitor,
  type ValidationContext,
} from 'graphql';

/** Bytes of a request's body, of a GraphQL document with its variables, and of a WebSocket message. */
export const bodyLimit = 100 * 1024;

/** Lexical tokens of a document; the parser stops there. The introspection of our explorer needs about 300. */
export const maxTokens = 1000;

/** Milliseconds after which an execution is answered for, whatever it still does. */
const executionTimeout = 5000;

/**
 * The same where other people's servers are called. Those who call have a patience of their own, a minute at most (a
 * ticket), and say what came of it: whoever was told that it failed must not find it done later.
 */
const outsideTimeout = 70_000;

/** Root fields that call other people's servers, the lists where they are not at hand. */
const callsOutside = [
  'testStripe',
  'reconcileBilling',
  'testIntegration',
  'testAlertRule',
  'saveEmailSettings',
  'sendTestEmail',
  'removeMailSuppression',
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

/**
 * Root fields that stand once in a document. Most take a secret that can be guessed: guesses are counted one by one
 * (`attempts`), however they are packed; aliases in one document would still make one request a thousand of them. The
 * others turn one request into many calls of other people's servers, or make secrets that are shown once.
 */
const oncePerDocument = new Set([
  'signIn',
  'changePassword',
  'enableTwoFactor',
  'disableTwoFactor',
  'renewRecoveryCodes',
  'resetPassword',
  'verifyEmail',
  'requestEmailChange',
  'confirmEmailChange',
  'acceptInvitation',
  'deleteAccount',
  'handOverTeam',
  'acknowledgeByLink',
  'snoozeByLink',
  'unsubscribeByLink',
  'subscribeByLink',
  'resendDelivery',
  'joinWaitlist',
  'leaveWaitlist',
  'returnToWaitlist',
  'sendWaitlistEmail',
  'resendBroadcast',
  'rotateSigningSecret',
  ...callsOutside,
]);

/**
 * Milliseconds that the document of a request's body may take. A document that only mentions a field which calls outside
 * gets longer too: this is for the sake of the answer, and stops no work.
 */
export function timeoutOf(body: unknown): number {
  const document = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof document !== 'string') return executionTimeout;
  return callsOutside.some((field) => document.includes(field)) ? outsideTimeout : executionTimeout;
}

function once(context: ValidationContext): ASTVisitor {
  const seen = new Set<string>();
  return {
    Field(node) {
      const name = node.name.value;
      if (!oncePerDocument.has(name) || context.getParentType() !== context.getSchema().getMutationType())
        return;
      if (seen.has(name))
        context.reportError(new GraphQLError(`"${name}" may stand only once in a document`, { nodes: node }));
      seen.add(name);
    },
  };
}

/**
 * Rules that judge a document before anything runs; figures from OWASP's and GraphQL Armor's advice. Naming a fragment
 * is no level of depth, and introspection is judged by graphql-js itself: our own documents are then 4 levels deep.
 */
export function limitRules({
  production,
}: {
  production: boolean;
}): ((context: ValidationContext) => ASTVisitor)[] {
  const armor = new ApolloArmor({
    blockFieldSuggestion: { enabled: false },
    maxTokens: { enabled: false },
    maxDepth: { n: 6, flattenFragments: true, ignoreIntrospection: true },
    maxAliases: { n: 15 },
    maxDirectives: { n: 50 },
    costLimit: {
      maxCost: 5000,
      objectCost: 2,
      scalarCost: 1,
      depthCostFactor: 1.5,
      ignoreIntrospection: true,
    },
  });
  return [...armor.protect().validationRules, once, ...(production ? [NoSchemaIntrospectionCustomRule] : [])];
}
