import { chakra } from '@chakra-ui/react';
import { lineDifference, type DiffLine } from './line-difference.ts';

const looks = {
  same: { sign: ' ', words: '', color: 'fg.muted', bg: undefined },
  gone: { sign: '−', words: 'removed: ', color: 'fg', bg: 'state.critical.subtle' },
  new: { sign: '+', words: 'added: ', color: 'fg', bg: 'state.ok.subtle' },
} as const;

/** A long text or a list of words: the lines that went and those that came, with what stands around them. */
export const ChangedLines = (props: { before: readonly string[]; after: readonly string[] }) => (
  <chakra.ul
    listStyleType="none"
    borderWidth="1px"
    borderRadius="control"
    overflow="hidden"
    textStyle="sm"
    whiteSpace="pre-wrap"
    maxH="24rem"
    overflowY="auto"
    tabIndex={0}
    aria-label="Changed lines"
  >
    {lineDifference(props.before, props.after).map((line) => (
      <Line key={line.at} line={line} />
    ))}
  </chakra.ul>
);

function Line({ line }: { line: DiffLine }) {
  if (line.mark === 'skip') {
    return (
      <chakra.li px={2.5} py={0.5} color="fg.subtle" bg="bg.subtle">
        {line.count === 1 ? '1 line as before' : `${line.count.toLocaleString('en')} lines as before`}
      </chakra.li>
    );
  }
  const { sign, words, color, bg } = looks[line.mark];
  return (
    <chakra.li display="flex" gap={2} px={2.5} py={0.5} color={color} bg={bg}>
      <chakra.span aria-hidden fontFamily="mono" flexShrink={0} w={2.5}>
        {sign}
      </chakra.span>
      <chakra.span srOnly>{words}</chakra.span>
      <chakra.span minW={0} overflowWrap="anywhere">
        {line.text || ' '}
      </chakra.span>
    </chakra.li>
  );
}
