import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  print,
  specifiedRules,
  validate,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { limitRules, maxTokens } from '#api/graphql/limits.ts';

/** Maximum cached documents, parsed and validated. After a deployment all clients send the same few. */
const maxCached = 200;

const rules = [...specifiedRules, ...limitRules];

interface ValidatedDocument {
  document: DocumentNode;
  printed: string;
  errors: readonly GraphQLError[];
}

/** A parsed and validated operation. */
export interface ParsedOperation {
  document: DocumentNode;
  printed: string;
  operation: OperationDefinitionNode;
  operationName?: string;
  variables: Record<string, unknown>;
}

/** Parses, validates and coerces operations from sockets, by the same rules as over HTTP. */
export class DocumentCache {
  #kept = new LRUCache<string, ValidatedDocument>({ max: maxCached });

  constructor(private schema: GraphQLSchema) {}

  /** Returns errors instead if the document is invalid, with the same codes as over HTTP. */
  read(
    query: string,
    operationName?: string | null,
    given?: Record<string, unknown> | null,
  ): ParsedOperation | readonly GraphQLError[] {
    const { document, printed, errors } = this.#judge(query);
    if (errors.length > 0) return errors;
    const operation = getOperationAST(document, operationName);
    if (!operation) return [coded('Unknown operation name', 'OPERATION_RESOLUTION_FAILURE')];
    const { coerced, errors: wrong } = getVariableValues(
      this.schema,
      operation.variableDefinitions ?? [],
      given ?? {},
    );
    if (wrong) return wrong.map((error) => coded(error.message, 'BAD_USER_INPUT'));
    return { document, printed, operation, operationName: operationName ?? undefined, variables: coerced };
  }

  #judge(query: string): ValidatedDocument {
    const judged = this.#kept.get(query) ?? this.#judgeNew(query);
    this.#kept.set(query, judged);
    return judged;
  }

  #judgeNew(query: string): ValidatedDocument {
    try {
      const document = parse(query, { maxTokens });
      const errors = validate(this.schema, document, rules).map(({ message, extensions }) =>
        coded(withoutHints(message), 'GRAPHQL_VALIDATION_FAILED', extensions),
      );
      return { document, printed: print(document), errors };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return {
        document: { kind: Kind.DOCUMENT, definitions: [] },
        printed: '',
        errors: [coded(error.message, 'GRAPHQL_PARSE_FAILED')],
      };
    }
  }
}

export function isSubscription({ operation }: ParsedOperation): boolean {
  return operation.operation === OperationTypeNode.SUBSCRIPTION;
}

/** The root field of a subscription. Validation guarantees that there is only one. */
export function rootField(
  document: DocumentNode,
  { selectionSet }: { selectionSet: SelectionSetNode },
): FieldNode | undefined {
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) return selection;
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : document.definitions.find(
            (definition) =>
              definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
          );
    const found =
      inner &&
      'selectionSet' in inner &&
      inner.selectionSet &&
      rootField(document, { selectionSet: inner.selectionSet });
    if (found) return found;
  }
  return undefined;
}

function withoutHints(message: string): string {
  return message.replace(/ ?Did you mean.+$/, '');
}

function coded(message: string, code: string, more: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { ...more, code } });
}
