import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Download } from '#web/ui/icons.tsx';
import { useState } from 'react';
import type { SitemapSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { saveAs } from '#web/lib/download.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { State } from '#web/ui/StateShape.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { GenerateSitemap, SitemapFile } from '../seo.gql.ts';

const standings: Record<string, { state: State; word: string; words: string }> = {
  active: { state: 'ok', word: 'Active', words: 'The file lists what the settings say.' },
  needs_update: {
    state: 'warning',
    word: 'Needs update',
    words: 'What is to be listed was changed since the file was made.',
  },
  error: { state: 'critical', word: 'Error', words: 'The last try failed: there was nothing to list.' },
};

const unknown = { state: 'unknown', word: 'Unknown', words: 'How the file stands is not known.' } as const;

type Props = {
  settings: SitemapSettingsFieldsFragment;
  /** A sitemap of the operator's own is served in place of this one. */
  isReplaced: boolean;
};

/** How the file stands, and what can be done with it. */
export function SitemapStanding({ settings, isReplaced }: Props) {
  const { status, lastGenerated } = settings;
  const { state, word, words } = standings[status] ?? unknown;
  return (
    <chakra.div display="flex" flexDirection="column" gap={4}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '9rem minmax(0, 1fr)' }}
        columnGap={4}
        rowGap={{ base: 1, sm: 2 }}
        css={{ '& dt': { color: 'fg.muted' } }}
      >
        <dt>Status</dt>
        <dd>
          <StatusDot state={state} word={word} />
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            {lastGenerated ? words : 'Not generated yet: it is made whenever somebody asks for it.'}
          </chakra.span>
        </dd>
        <dt>Last generated</dt>
        <dd>{lastGenerated ? <RelativeTime at={lastGenerated} /> : 'Never'}</dd>
      </chakra.dl>
      {isReplaced && (
        <Notice state="info">Your own sitemap from Advanced SEO is served instead of this one.</Notice>
      )}
      <Deeds />
    </chakra.div>
  );
}

function Deeds() {
  const client = useApolloClient();
  const [generate, { loading: isMaking }] = useMutation(GenerateSitemap);
  const [isFetching, setFetching] = useState(false);
  const make = async () => {
    try {
      await generate();
      toast({ title: 'Sitemap Generated', description: 'It is live now.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        fallback: 'We couldn’t generate the sitemap. Try again.',
      });
      await client.refetchQueries({ include: ['SitemapForm'] });
    }
  };
  const fetchFile = async () => {
    setFetching(true);
    try {
      const { data } = await client.query({ query: SitemapFile, fetchPolicy: 'network-only' });
      if (data) saveAs(new Blob([data.sitemapFile.content], { type: 'application/xml' }), 'sitemap.xml');
    } catch (error) {
      const description = sentenceOf(error, 'The file could not be fetched. Please try again.');
      toast({ title: 'Download failed', description, type: 'error' });
    } finally {
      setFetching(false);
    }
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
      <Button aria-disabled={isMaking || undefined} onClick={() => !isMaking && void make()}>
        {isMaking ? 'Generating…' : 'Generate Now'}
      </Button>
      <Button
        variant="outline"
        aria-disabled={isFetching || undefined}
        onClick={() => !isFetching && void fetchFile()}
      >
        <Download size={16} strokeWidth={1.75} aria-hidden />
        Download
      </Button>
      <chakra.a
        href="/sitemap.xml"
        target="_blank"
        rel="noreferrer"
        color="brand.fg"
        textStyle="sm"
        borderRadius="sm"
        px={1}
        css={{ '@media (pointer: coarse)': { lineHeight: '2.75rem' } }}
      >
        Open /sitemap.xml
      </chakra.a>
      {isMaking && (
        <chakra.div
          role="progressbar"
          aria-label="Generating the sitemap"
          w="full"
          h={1}
          borderRadius="full"
          bg="brand.solid"
          opacity={0.6}
        />
      )}
    </chakra.div>
  );
}
