import { Button, chakra, Textarea } from '@chakra-ui/react';
import { useRef } from 'react';
import { FieldShell, type FieldProps } from '#web/ui/FieldShell.tsx';
import { useFormField } from '#web/ui/useFormField.ts';

/** A problem in a line. Lines count from 1. */
export type LineProblem = { line: number; problem: string };

type Props = FieldProps & {
  rows?: number;
  placeholder?: string;
  /** The server's problems with the current text. */
  problems?: readonly LineProblem[];
  readOnly?: boolean;
};

const none: readonly LineProblem[] = [];

/** Problems shown. */
const told = 3;

const lineHeight = '1.375rem';

/** A text field with line numbers and links to the lines with problems. */
export function SourceField({ problems = none, readOnly, ...props }: Props) {
  const { name, label, help, optional, rows = 6, placeholder } = props;
  const { field, error } = useFormField<string>(name);
  const numbers = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const text = field.value ?? '';
  const count = Math.max(rows, text.split('\n').length);
  const room = `${String(count).length + 2}ch`;
  const wrong = new Set(problems.map(({ line }) => line));
  const goTo = (line: number) => {
    const lines = text.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    box.current?.focus();
    box.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
  return (
    <chakra.div minW={0}>
      <FieldShell {...{ label, help, optional }} error={wordsOf(problems) ?? error}>
        <chakra.div position="relative" w="full" fontFamily="mono" textStyle="sm">
          <Textarea
            {...field}
            ref={box}
            value={text}
            rows={rows}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={placeholder}
            readOnly={readOnly}
            fontFamily="mono"
            textStyle="sm"
            style={{ lineHeight, paddingInlineStart: `calc(${room} + 0.75rem)` }}
            py={2}
            display="block"
            whiteSpace="pre"
            overflowX="auto"
            onScroll={({ currentTarget }) => {
              if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
            }}
          />
          <chakra.div
            ref={numbers}
            aria-hidden
            position="absolute"
            insetBlock="1px"
            insetInlineStart="1px"
            py={2}
            pe={2}
            overflow="hidden"
            textAlign="right"
            color="fg.subtle"
            bg="bg.subtle"
            borderInlineEndWidth="1px"
            borderStartStartRadius="control"
            borderEndStartRadius="control"
            pointerEvents="none"
            whiteSpace="pre"
            style={{ lineHeight, width: room }}
          >
            {wrong.size === 0 ? numbersTo(count) : <Marked {...{ count, wrong }} />}
          </chakra.div>
        </chakra.div>
      </FieldShell>
      {problems.length > 0 && (
        <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
          {[...wrong].slice(0, told).map((line) => (
            <Button key={line} size="sm" variant="outline" onClick={() => goTo(line)}>
              Go to line {line}
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join('\n');

const Marked = ({ count, wrong }: { count: number; wrong: ReadonlySet<number> }) =>
  Array.from({ length: count }, (_, index) => {
    const line = index + 1;
    return wrong.has(line) ? (
      <chakra.div key={line} color="state.critical" fontWeight="semibold">
        {line}
      </chakra.div>
    ) : (
      <div key={line}>{line}</div>
    );
  });

function wordsOf(problems: readonly LineProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const more = problems.length - told;
  const said = problems.slice(0, told).map(({ line, problem }) => `Line ${line}: ${problem}.`);
  return [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
