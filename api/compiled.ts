import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import {
  execute,
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';

/** Compiled documents kept, the least recently used going first: screens and programs send the same few again and again. */
const mostKept = 200;

/** Compiling costs as much as some executions: what is sent once, or in ever new words, is executed as it stands. */
const usesBefore = 3;

interface Asked {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  operationName?: string | null;
  variables?: Record<string, unknown>;
  contextValue: object;
}

interface Kept {
  uses: number;
  /** Null for what cannot be compiled. */
  compiled?: CompiledQuery | null;
}

/** Executes judged documents; queries that come again and again as functions made for them, which long lists are cheaper by. */
export class Execution {
  /** By operation: the store of documents gives the same one again. */
  #kept = new Map<OperationDefinitionNode, Kept>();

  constructor(private schema: GraphQLSchema) {}

  async run(asked: Asked): Promise<ExecutionResult> {
    const { document, operation, operationName, variables = {}, contextValue } = asked;
    const compiled = this.#compiled(asked);
    // What is wrong with variables is said in the words of the reference, whoever executes.
    if (compiled && !getVariableValues(this.schema, operation.variableDefinitions ?? [], variables).errors) {
      return withExtensions(await compiled.query(undefined, contextValue, variables));
    }
    const { schema } = this;
    return execute({ schema, document, operationName, contextValue, variableValues: variables });
  }

  #compiled({ document, operation }: Asked): CompiledQuery | null {
    if (operation.operation !== OperationTypeNode.QUERY) return null;
    const kept = this.#kept.get(operation) ?? { uses: 0 };
    this.#kept.delete(operation);
    this.#kept.set(operation, kept);
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!);
    if (++kept.uses > usesBefore && kept.compiled === undefined) {
      const compiled = compileQuery(this.schema, document, operation.name?.value);
      kept.compiled = isCompiledQuery(compiled) ? compiled : null;
    }
    return kept.compiled ?? null;
  }
}

/** The reference gives every error extensions, if empty ones, and others count on them; these are frozen without. */
function withExtensions(result: ExecutionResult): ExecutionResult {
  const complete = (error: GraphQLError): GraphQLError =>
    error.extensions ? error : Object.create(error, { extensions: { value: {}, enumerable: true } });
  return result.errors ? { ...result, errors: result.errors.map(complete) } : result;
}
