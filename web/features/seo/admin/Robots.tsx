import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as To } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';

const GenerateRobots = graphql(`
  mutation GenerateRobots {
    generateRobots {
      ...AdvancedSeoFields
    }
  }
`);

export const SitemapForm = graphql(`
  query SitemapForm {
    sitemapSettings {
      ...SitemapSettingsFields
    }
    advancedSeo {
      customSitemap
      robotsTxt
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

export const CheckAdvancedSeo = graphql(`
  query CheckAdvancedSeo($input: AdvancedSeoInput!) {
    checkAdvancedSeo(input: $input) {
      problems {
        field
        line
        problem
      }
      redirects
      hidesSite
      robotsTxt
      structuredData
    }
  }
`);

const ActionDialog = lazyDialog(() => import('#web/ui/ActionDialog.tsx').then((m) => m.ActionDialog));

const done = { title: 'Robots.txt Generated', description: 'It’s live now.', type: 'success' } as const;

const failure = { title: 'Error', fallback: 'Robots.txt could not be generated. Please try again.' };

/** The served robots.txt, and a button to regenerate it. `isOwn`: the operator wrote it. */
export function Robots({ isOwn }: { isOwn: boolean }) {
  const { data, error, refetch } = useQuery(CheckAdvancedSeo, {
    variables: { input: {} },
    fetchPolicy: 'cache-and-network',
  });
  const [generate, { loading }] = useMutation(GenerateRobots, {
    refetchQueries: [CheckAdvancedSeo, SitemapForm],
    awaitRefetchQueries: true,
  });
  const [isAsked, setAsked] = useState(false);
  const make = async () => {
    try {
      await generate();
      toast(done);
    } catch (problem) {
      toastFailure(problem, failure);
    }
  };
  if (!data && error) {
    return <LoadFailed title="We couldn’t load the robots.txt" error={error} onRetry={refetch} />;
  }
  if (!data) return <SkeletonRows rows={3} />;
  const { robotsTxt, hidesSite } = data.checkAdvancedSeo;
  return (
    <Stack gap={4}>
      {hidesSite && <HiddenSite />}
      <CodeBlock label="Served robots.txt">{robotsTxt.trim()}</CodeBlock>
      <Hint>
        {isOwn
          ? 'This is your own file. Changing the sitemap settings doesn’t affect it. '
          : 'This file is generated from the sitemap settings. '}
        Write your own under{' '}
        <chakra.span color="brand.fg" textDecoration="underline">
          <To to="/admin/seo-advanced">Advanced SEO</To>
        </chakra.span>
        .
      </Hint>
      <div>
        <Button
          variant="outline"
          aria-disabled={loading || undefined}
          onClick={() => !loading && (isOwn ? setAsked(true) : void make())}
        >
          {loading ? 'Generating…' : 'Generate Robots.txt'}
        </Button>
      </div>
      {isAsked && (
        <ActionDialog
          title="Replace your robots.txt?"
          confirmLabel="Generate Robots.txt"
          onClose={() => setAsked(false)}
          action={generate}
          success={done}
          failure={failure}
        >
          This replaces your file with one generated from the sitemap settings. You can restore yours from the
          Advanced SEO history.
        </ActionDialog>
      )}
    </Stack>
  );
}

/** Warns about a robots.txt that removes the site from all search results. */
export const HiddenSite = () => (
  <Notice state="warning" title="Search engines can’t access your site">
    This robots.txt blocks every page for every crawler, so your site won’t appear in search results.
  </Notice>
);
