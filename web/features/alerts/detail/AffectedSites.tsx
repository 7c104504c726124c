import { chakra, Link } from '@chakra-ui/react';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertCausesQuery } from '#web/gql/graphql.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { sitePath } from '#web/lib/places.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { usePages } from '#web/ui/usePages.tsx';
import { momentOf } from '../alert-words.ts';
import { FoldedAlerts } from './AffectedDevices.tsx';

type Causes = AlertCausesQuery['alert'];
type Site = Causes['affectedSites'][number];

/** The most that the server lists. */
const MAX_SITES = 200;

type Props = { causes: Causes; Heading: 'h2' | 'h3' };

/** The sites that a provider's outage affects, and those that are back. */
export function AffectedSites({ causes, Heading }: Props) {
  const { affectedSites, affectedSiteCount, folded } = causes;
  const list = useRef<HTMLUListElement>(null);
  const pages = usePages(affectedSites, { nouns: ['site', 'sites'], list });
  if (!affectedSiteCount) return null;
  const down = affectedSites.filter(({ until }) => until == null).length;
  const isCut = affectedSites.length >= MAX_SITES;
  return (
    <chakra.section aria-labelledby="affected" fontVariantNumeric="tabular-nums">
      <chakra.h3 as={Heading} id="affected" fontWeight="semibold">
        Affected sites
      </chakra.h3>
      {!isCut && <Muted mb={2}>{countWords(affectedSites.length, down)}</Muted>}
      <DividedList ref={list} aria-labelledby="affected">
        {pages.rows.map((site) => (
          <SiteRow key={site.hostId} site={site} />
        ))}
      </DividedList>
      {pages.pager}
      {isCut && (
        <Hint
          mt={2}
        >{`Only the first ${formatNumber(MAX_SITES)} are shown, those that are down first.`}</Hint>
      )}
      {folded.length > 0 && <FoldedAlerts folded={folded} />}
    </chakra.section>
  );
}

/** "6 sites lost a line, and 2 are still without it." */
function countWords(count: number, down: number): string {
  if (down === count)
    return `${formatCount(count, 'site')} ${count === 1 ? 'has lost its' : 'have lost their'} line.`;
  const still =
    down === 0 ? 'all are back' : `${formatNumber(down)} ${down === 1 ? 'is' : 'are'} still without it`;
  return `${formatCount(count, 'site')} lost a line, and ${still}.`;
}

const SiteRow = ({
  site: { controllerId, hostId, name, customerName, line, since, until },
}: {
  site: Site;
}) => (
  <chakra.li
    display="flex"
    flexWrap="wrap"
    alignItems="baseline"
    justifyContent="space-between"
    columnGap={4}
    py={2}
  >
    <chakra.span minW={0} overflowWrap="anywhere">
      <Link asChild css={touchArea}>
        <RouterLink to={sitePath(controllerId, hostId)}>{name}</RouterLink>
      </Link>
      <Muted as="span">{[customerName, line].map((one) => one && ` · ${one}`)}</Muted>
    </chakra.span>
    <Hint as="span">
      {until == null ? `down since ${momentOf(since)}` : `down from ${momentOf(since)} to ${momentOf(until)}`}
    </Hint>
  </chakra.li>
);
