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
import { GraphQLDateTimeISO } from 'graphql-scalars';

/** Compiled documents kept, the least recently used going first: screens and programs send the same few again and again. */
const mostKept = 200;

/** Compiling costs as much as some executions: what is sent once, or in ever new words, is executed as it stands. */
const usesBefore = 3;

/** What a request asks for, as GraphQL over HTTP has it. */
interface Words {
  query?: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

interface Judged {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

interface Asked extends Words, Judged {
  contextValue: object;
}

interface Kept extends Judged {
  uses: number;
  /** Null for what cannot be compiled. */
  compiled?: CompiledQuery | null;
}

/** A query that has been judged and compiled, with variables that fit it. */
export interface Known extends Judged {
  compiled: CompiledQuery;
  variables: Record<string, unknown>;
}

/** Executes judged documents; queries that come again and again as functions made for them, which long lists are cheaper by. */
export class Execution {
  #kept = new Map<string, Kept>();

  constructor(private schema: GraphQLSchema) {}

  async run(asked: Asked): Promise<ExecutionResult> {
    const { document, operation, operationName, variables: variableValues, contextValue } = asked;
    if (operation.operation === OperationTypeNode.QUERY) this.#note(asked);
    const known = this.known(asked);
    if (known) return this.runKnown(known, contextValue);
    const { schema } = this;
    return execute({ schema, document, operationName, contextValue, variableValues });
  }

  /** What these words ask for, if they have come often. What is wrong with variables is left to the reference to say. */
  known(words: Words): Known | undefined {
    const kept = this.#kept.get(keyOf(words));
    if (!kept?.compiled) return undefined;
    const { compiled, document, operation } = kept;
    const variables = words.variables ?? {};
    if (getVariableValues(this.schema, operation.variableDefinitions ?? [], variables).errors)
      return undefined;
    this.#touch(keyOf(words), kept);
    return { compiled, document, operation, variables };
  }

  async runKnown({ compiled, variables }: Known, contextValue: object): Promise<ExecutionResult> {
    return withExtensions(await compiled.query(undefined, contextValue, variables));
  }

  #note({ document, operation, ...words }: Asked): void {
    const key = keyOf(words);
    const kept = this.#kept.get(key) ?? { uses: 0, document, operation };
    this.#touch(key, kept);
    if (++kept.uses > usesBefore && kept.compiled === undefined) {
      const compiled = compileQuery(this.schema, document, operation.name?.value, {
        customSerializers: { [GraphQLDateTimeISO.name]: writeTime },
      });
      kept.compiled = isCompiledQuery(compiled) ? compiled : null;
    }
  }

  /** Whatever was used last goes last. */
  #touch(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!);
  }
}

/** No document holds the character between them. */
const keyOf = ({ query = '', operationName }: Words): string =>
  operationName ? `${operationName}\0${query}` : query;

/** The reference gives every error extensions, if empty ones, and others count on them; these are frozen without. */
function withExtensions(result: ExecutionResult): ExecutionResult {
  const complete = (error: GraphQLError): GraphQLError =>
    error.extensions ? error : Object.create(error, { extensions: { value: {}, enumerable: true } });
  return result.errors ? { ...result, errors: result.errors.map(complete) } : result;
}

const msPerDay = 86_400_000;

/** `00` to `99`. */
const two = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

let day = NaN;
/** Of that day: `2026-11-23T`. */
let date = '';

/**
 * A time as the scalar `DateTimeISO` writes it. Times of a list are mostly of the same few days, whose date is written once:
 * `toISOString` for each of a thousand rows would cost a third of making the whole answer JSON.
 */
export function writeTime(value: unknown): string {
  const at = value instanceof Date ? value.getTime() : NaN;
  if (Number.isNaN(at)) return GraphQLDateTimeISO.serialize(value) as string;
  const itsDay = Math.floor(at / msPerDay);
  if (itsDay !== day) {
    const whole = (value as Date).toISOString();
    date = whole.slice(0, whole.indexOf('T') + 1);
    day = itsDay;
  }
  const ms = at - itsDay * msPerDay;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(ms % 1000).padStart(3, '0');
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${fraction}Z`;
}
