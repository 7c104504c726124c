import { useQuery } from '@apollo/client/react';
import { chakra, Link, Stack } from '@chakra-ui/react';
import { useOrganization } from '#web/features/organization/useOrganization.ts';
import { PublicFrame } from '#web/features/website/public.gql.ts';
import { withoutAnswer } from '#web/features/website/without-answer.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Muted } from '#web/ui/text.tsx';

/** A section of a legal text, with paragraphs in `lines` and bullet points in `list`. */
export type Part = { title: string; lines: readonly string[]; list?: readonly string[] };

/** The names of the operator and the site. */
export type Names = { site: string; company: string };

type Props = {
  title: string;
  /** A summary of one or two sentences. */
  lead: (names: Names) => string;
  parts: (names: Names) => readonly Part[];
};

/** The date of the current version of both texts. */
const IN_FORCE = { iso: '2026-11-22', words: '22 November 2026' };

/** The layout of a legal text. */
export function LegalPage({ title, lead, parts }: Props) {
  const { data } = useQuery(PublicFrame);
  const { siteBranding, footer, contactDetails } = data ?? withoutAnswer;
  const { name, address } = useOrganization();
  const names = { site: siteBranding.siteName, company: name || footer.companyName };
  const all = parts(names);
  return (
    <chakra.div
      w="full"
      maxW="content"
      mx="auto"
      px={{ base: 4, md: 8 }}
      py={{ base: 10, md: 16 }}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 16rem' }}
      columnGap={16}
      alignItems="start"
    >
      <PageTitle>{title}</PageTitle>
      <chakra.article textStyle="lg" lineHeight={1.65} maxW="prose">
        <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }} fontWeight="semibold">
          {title}
        </chakra.h1>
        <Muted mt={2}>
          Effective from <time dateTime={IN_FORCE.iso}>{IN_FORCE.words}</time>
        </Muted>
        <chakra.p mt={6} textStyle="xl" lineHeight={1.5} textWrap="pretty">
          {lead(names)}
        </chakra.p>
        {all.map((part, index) => (
          <LegalPart key={part.title} {...part} number={index + 1} />
        ))}
        <Muted mt={12} pt={6} borderTopWidth="1px">
          Questions about this text:{' '}
          {contactDetails && (
            <>
              <Link href={`mailto:${contactDetails.supportEmail}`} overflowWrap="anywhere">
                {contactDetails.supportEmail}
              </Link>{' '}
              or{' '}
            </>
          )}
          <Link href="/contact">a message to us</Link>.
        </Muted>
        {address && (
          <chakra.address
            mt={4}
            fontStyle="normal"
            color="fg.muted"
            whiteSpace="pre-line"
            overflowWrap="anywhere"
          >
            {`${names.company}\n${address}`}
          </chakra.address>
        )}
      </chakra.article>
      <Contents titles={all.map((part) => part.title)} />
    </chakra.div>
  );
}

/** Beside the text on wide screens. */
const Contents = ({ titles }: { titles: readonly string[] }) => (
  <chakra.nav aria-label="Contents" hideBelow="lg" position="sticky" top={8} borderStartWidth="1px" ps={5}>
    <chakra.ol listStyleType="none">
      {titles.map((title, index) => (
        <li key={title}>
          <chakra.a
            href={`#part-${index + 1}`}
            display="inline-flex"
            alignItems="center"
            minH={8}
            borderRadius="sm"
            color="fg.muted"
            _hover={{ color: 'fg', textDecoration: 'underline' }}
          >
            {title}
          </chakra.a>
        </li>
      ))}
    </chakra.ol>
  </chakra.nav>
);

const LegalPart = ({ title, lines, list, number }: Part & { number: number }) => (
  <chakra.section id={`part-${number}`} mt={10} scrollMarginTop={4}>
    <chakra.h2 textStyle="xl" fontWeight="semibold">
      {number}. {title}
    </chakra.h2>
    {lines.map((line) => (
      <chakra.p key={line} mt={2} textWrap="pretty">
        {line}
      </chakra.p>
    ))}
    {list && (
      <Stack as="ul" mt={2} ps={5} listStyleType="disc" gap={1}>
        {list.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Stack>
    )}
  </chakra.section>
);
