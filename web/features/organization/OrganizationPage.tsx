import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AdminSettings } from './organization.gql.ts';
import { SettingForm } from './SettingForm.tsx';

/** Who runs this installation, and what they tell everybody. Each setting is saved by itself. */
export function OrganizationPage() {
  const { data, error, refetch } = useQuery(AdminSettings, { fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PageHeader
        title="Organisation"
        description="Who runs this installation and what everybody is told. Each setting is saved by itself and holds at once."
      />
      <chakra.div maxW="44rem" p={{ base: 4, md: 6 }} borderWidth="1px" borderRadius="surface" bg="bg.panel">
        {!data && error && (
          <LoadFailed title="The settings could not be loaded" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={6} />}
        {data && (
          <chakra.ul
            listStyleType="none"
            css={{ '& > li + li': { borderTopWidth: '1px', mt: 6, pt: 6 } }}
            aria-label="Settings"
          >
            {data.adminSettings.map((setting) => (
              <li key={setting.id} id={setting.key}>
                <SettingForm setting={setting} />
              </li>
            ))}
          </chakra.ul>
        )}
      </chakra.div>
    </>
  );
}
