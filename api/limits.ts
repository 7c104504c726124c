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
export const executionTimeout = 5000;

/**
 * Most of these take a secret that can be guessed. Guesses are counted one by one (`attempts`), however they are packed;
 * aliases in one document would still make one request a thousand of them, so these root fields stand once in it.
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
  // These call other people's servers: one request is not to become many calls.
  'testIntegration',
  'testAlertRule',
  'sendTestEmail',
  'saveHalopsaIntegration',
  'testHalopsaIntegration',
  'testHalopsaAlert',
  'refreshHalopsaLists',
]);

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
