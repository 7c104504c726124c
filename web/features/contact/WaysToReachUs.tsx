import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { Clock, Mail, MapPin, Phone, type IconComponent } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useOrganization } from '#web/features/organization/useOrganization.ts';
import { ContactDetails } from './contact.gql.ts';

/** How the operator can be reached besides the form; of what is not set nothing is shown. */
export function WaysToReachUs() {
  const { data } = useQuery(ContactDetails);
  const { responseTime, phoneHours } = useOrganization();
  const { supportEmail, supportPhone, businessAddress } = data?.contactDetails ?? {};
  return (
    <chakra.section aria-labelledby="reach-us" minW={0}>
      <chakra.h2 id="reach-us" textStyle="lg" fontWeight="semibold">
        Or reach us directly
      </chakra.h2>
      <chakra.dl mt={5} display="flex" flexDirection="column" gap={6}>
        {supportEmail && (
          <Way Icon={Mail} label="Email">
            <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
          </Way>
        )}
        {supportPhone && (
          <Way Icon={Phone} label="Phone" note={phoneHours}>
            <Link href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</Link>
          </Way>
        )}
        <Way Icon={Clock} label="Response time">
          {`Within ${responseTime}`}
        </Way>
        {businessAddress && (
          <Way Icon={MapPin} label="Address">
            {businessAddress}
          </Way>
        )}
      </chakra.dl>
    </chakra.section>
  );
}

const Way = (props: { Icon: IconComponent; label: string; note?: string; children: ReactNode }) => (
  <chakra.div display="grid" gridTemplateColumns="1.25rem minmax(0, 1fr)" columnGap={3}>
    <chakra.dt gridColumn={2} textStyle="sm" color="fg.muted">
      {props.label}
    </chakra.dt>
    <chakra.dd gridColumn={2} textStyle="lg" whiteSpace="pre-line" overflowWrap="anywhere">
      {props.children}
      {props.note && (
        <chakra.span display="block" textStyle="sm" color="fg.muted">
          {props.note}
        </chakra.span>
      )}
    </chakra.dd>
    <chakra.span aria-hidden gridColumn={1} gridRow={1} color="fg.muted" mt="1px">
      <props.Icon size={18} strokeWidth={1.75} />
    </chakra.span>
  </chakra.div>
);
