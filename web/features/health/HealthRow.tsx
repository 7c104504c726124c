import { chakra, Link } from '@chakra-ui/react';
import { Link as To } from 'react-router';
import type { HealthCheckFieldsFragment } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { RunAgain } from './RunAgain.tsx';
import { partName, placeOf, shapeOf, stateName } from './words.ts';

type Check = HealthCheckFieldsFragment;
type Fact = Check['facts'][number];

/** One part: how it does, what to do, and what was measured. */
export function HealthRow({ check, onChanged }: { check: Check; onChanged: () => Promise<unknown> }) {
  const { part, state, says, advice, facts, troubles } = check;
  const place = placeOf[part];
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '10rem minmax(0, 1fr)' }}
      columnGap={6}
      rowGap={1}
      px={{ base: 4, md: 5 }}
      py={4}
      bg={state === 'ok' ? undefined : `state.${shapeOf[state]}.subtle`}
    >
      <chakra.div display="flex" flexDirection={{ base: 'row', md: 'column' }} gap={{ base: 3, md: 0.5 }}>
        <chakra.h2 fontWeight="semibold">{partName[part]}</chakra.h2>
        <StatusDot state={shapeOf[state]} word={stateName[state]} />
      </chakra.div>
      <chakra.div minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight={state === 'ok' ? undefined : 'medium'}>{says}</chakra.p>
        {advice && (
          <chakra.p mt={0.5} color="fg.muted">
            {advice}{' '}
            {place && (
              <Link asChild fontWeight="medium" whiteSpace="nowrap">
                <To to={place.to}>{place.label}</To>
              </Link>
            )}
          </chakra.p>
        )}
        {troubles.length > 0 && (
          <chakra.ul
            listStyleType="none"
            mt={3}
            css={{ '& > li + li': { mt: 2 } }}
            aria-label="What is wrong"
          >
            {troubles.map((trouble) => (
              <chakra.li
                key={keyOf(trouble)}
                display="flex"
                flexWrap="wrap"
                alignItems="center"
                justifyContent="space-between"
                gap={2}
              >
                <chakra.span flex="1 1 16rem" minW={0}>
                  <chakra.b fontWeight="medium">{trouble.label}</chakra.b> <Told fact={trouble} />
                </chakra.span>
                {part === 'queue' && <RunAgain task={trouble.label} onDone={onChanged} />}
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <Facts facts={facts} />
      </chakra.div>
    </chakra.li>
  );
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <chakra.dl
    mt={2}
    display="flex"
    flexWrap="wrap"
    columnGap={6}
    rowGap={1}
    textStyle="sm"
    fontVariantNumeric="tabular-nums"
  >
    {facts.map((fact) => (
      <chakra.div key={keyOf(fact)} display="flex" flexWrap="wrap" columnGap={1.5} minW={0}>
        <chakra.dt color="fg.muted">{fact.label}</chakra.dt>
        <chakra.dd minW={0}>
          <Told fact={fact} />
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);

/** Two nodes of one machine have the same name. */
const keyOf = ({ label, value, at }: Fact): string => `${label} ${value} ${String(at)}`;

const Told = ({ fact: { value, at } }: { fact: Fact }) => (
  <>
    {value} {at && <RelativeTime at={at} />}
  </>
);
