import { chakra } from '@chakra-ui/react';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { StateShape, type State } from '#web/ui/StateShape.tsx';

const figures = [
  ['Devices', '75'],
  ['Open alerts', '2'],
  ['Uptime', '99.8%'],
] as const;

const sites: readonly { name: string; devices: number; state: State; word: string }[] = [
  { name: 'Head Office', devices: 45, state: 'error', word: '1 alert' },
  { name: 'Warehouse South', devices: 15, state: 'ok', word: 'Clear' },
  { name: 'Branch Leeds', devices: 15, state: 'unknown', word: 'No data since 13:40' },
];

/** A dashboard as it could look at two in the afternoon. Nothing in it is measured, and it says so. */
export const MockDashboard = () => (
  <chakra.figure borderWidth="1px" borderRadius="surface" bg="bg.panel" overflow="hidden">
    <chakra.figcaption
      display="flex"
      justifyContent="space-between"
      gap={4}
      px={5}
      py={3}
      borderBottomWidth="1px"
      color="fg.muted"
    >
      <chakra.span fontWeight="medium" color="fg">
        Live dashboard
      </chakra.span>
      Example
    </chakra.figcaption>
    <chakra.dl display="grid" gridTemplateColumns="repeat(3, minmax(0, 1fr))" px={5} py={4} gap={4}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <chakra.dt textStyle="sm" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd
            textStyle={{ base: 'xl', sm: '2xl' }}
            fontWeight="semibold"
            fontVariantNumeric="tabular-nums"
          >
            {value}
          </chakra.dd>
        </div>
      ))}
    </chakra.dl>
    <chakra.ul listStyleType="none" aria-label="Sites">
      {sites.map(({ name, devices, state, word }) => (
        <chakra.li
          key={name}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap={3}
          px={5}
          py={2.5}
          borderTopWidth="1px"
        >
          <chakra.span color={`state.${state}`} display="inline-flex">
            <StateShape state={state} />
          </chakra.span>
          <chakra.span fontWeight="medium">{name}</chakra.span>
          <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
            {devices} devices
          </chakra.span>
          <chakra.span ms="auto" color={`state.${state}`}>
            {word}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap={3} px={5} py={3.5} borderTopWidth="1px">
      <SeverityBadge state="error" />
      <span>AP Lobby (Head Office) has been offline since 14:02 UTC</span>
    </chakra.p>
  </chakra.figure>
);
