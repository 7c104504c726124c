import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { bySection, kindSigns, kindWords, sectionWords, type Change } from './change-words.ts';

/** Everything that becomes another, part by part and field by field. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) =>
  bySection(changes).map(([section, list]) => (
    <Part key={section} title={sectionWords[section]} changes={list} />
  ));

function Part({ title, changes }: { title: string; changes: Change[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <chakra.h3 id={id} fontWeight="semibold" mb={2}>
        {title}
      </chakra.h3>
      <chakra.ul
        aria-labelledby={id}
        listStyleType="none"
        borderWidth="1px"
        borderRadius="control"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {changes.map((change) => (
          <Row key={`${change.kind} ${change.name} ${change.line}`} change={change} />
        ))}
      </chakra.ul>
    </section>
  );
}

const looks = { added: 'state.ok', changed: 'fg', removed: 'state.critical' } as const;

const Row = ({ change: { kind, name, fields } }: { change: Change }) => (
  <chakra.li px={3} py={2.5} overflowWrap="anywhere">
    <chakra.p>
      <chakra.span fontWeight="medium" color={looks[kind]} me={2} whiteSpace="nowrap">
        <span aria-hidden>{kindSigns[kind]}</span> {kindWords[kind]}
      </chakra.span>
      {name}
    </chakra.p>
    {fields.length > 0 && (
      <chakra.dl mt={1} textStyle="sm" display="flex" flexDirection="column" gap={0.5}>
        {fields.map(({ field, before, after }) => (
          <chakra.div key={field} display="flex" flexWrap="wrap" columnGap={2}>
            <chakra.dt fontFamily="mono" color="fg.muted">
              {field}
            </chakra.dt>
            <chakra.dd>
              {kind === 'changed' && (
                <>
                  <chakra.del color="fg.muted">{before ?? 'nothing'}</chakra.del> <span aria-hidden>→ </span>
                </>
              )}
              <chakra.ins textDecoration="none">{after ?? 'nothing'}</chakra.ins>
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    )}
  </chakra.li>
);
