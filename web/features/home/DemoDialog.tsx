import { Button, chakra } from '@chakra-ui/react';
import { keyframes } from '@emotion/react';
import { Pause, Play, X } from '#web/ui/icons.tsx';
import { SectionTitle } from '#web/ui/text.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Screen } from './Screen.tsx';
import type { ScreenName } from './screens.ts';

const fill = keyframes({ from: { transform: 'scaleX(0)' } });

/**
 * Six screens of the product. It advances by itself while it is open, can be stopped, and jumps to any step. As a popover it
 * is part of the page that the server writes, so the browser opens and closes it without a script.
 */
export function DemoDialog({ id }: { id: string }) {
  const { begin, ...show } = useSteps(steps.length);
  const dialog = useRef<HTMLDivElement>(null);
  const onOpen = useEffectEvent(begin);
  useEffect(() => {
    // Opened before this script arrived.
    if (dialog.current?.matches(':popover-open')) onOpen();
  }, []);
  const { title, words, screen } = steps[show.at]!;
  const heading = `${id}-heading`;
  return (
    <chakra.div
      ref={dialog}
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={heading}
      onToggle={({ newState }) => (newState === 'open' ? begin() : show.stop())}
      position="fixed"
      inset={0}
      m="auto"
      mb={{ base: 0, md: 'auto' }}
      w="full"
      maxW="66rem"
      h="fit-content"
      maxH={{ base: 'calc(100% - 1.5rem)', md: '90vh' }}
      p={0}
      overflow="auto"
      overscrollBehavior="contain"
      borderRadius="surface"
      borderBottomRadius={{ base: 0, md: 'surface' }}
      bg="bg.panel"
      color="fg"
      boxShadow="floating"
      css={{
        '&:popover-open': { animation: 'rise-in {durations.slow} {easings.out}' },
        '&::backdrop': { bg: 'rgb(2 6 18 / 0.55)' },
      }}
    >
      <chakra.header display="flex" alignItems="center" gap={3} px={5} pt={4}>
        <SectionTitle id={heading} flex={1}>
          The product in six steps
        </SectionTitle>
        <Button
          variant="ghost"
          size="sm"
          px={0}
          aria-label="Close"
          autoFocus
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <X size={18} strokeWidth={1.75} aria-hidden />
        </Button>
      </chakra.header>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '13rem minmax(0, 1fr)' }}
        gap={{ base: 4, md: 6 }}
        alignItems="start"
        px={5}
        py={4}
      >
        <StepList {...show} />
        {/* Not announced while it advances by itself, only after someone stops it or jumps to a step. */}
        <chakra.div aria-live={show.isPlaying ? 'off' : 'polite'} minW={0}>
          <chakra.h3 textStyle="xl" fontWeight="semibold">
            {title}
          </chakra.h3>
          <chakra.p
            mt={1}
            mb={4}
            textStyle="lg"
            color="fg.muted"
            textWrap="pretty"
            minH={{ base: '4.7rem', md: '3.1rem' }}
          >
            {words}
          </chakra.p>
          <Screen key={screen} name={screen} />
        </chakra.div>
      </chakra.div>
      <chakra.footer
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        gap={2}
        px={5}
        py={4}
        borderTopWidth="1px"
      >
        {show.isPlaying ? (
          <Button variant="outline" onClick={show.stop}>
            <Pause size={16} strokeWidth={1.75} aria-hidden />
            Stop
          </Button>
        ) : (
          <Button variant="outline" onClick={show.play}>
            <Play size={16} strokeWidth={1.75} aria-hidden />
            Play
          </Button>
        )}
        <chakra.div display="flex" gap={2}>
          <Button asChild variant="outline">
            <a href="/contact">Contact us</a>
          </Button>
          <Button asChild>
            <a href="/packages">See packages</a>
          </Button>
        </chakra.div>
      </chakra.footer>
    </chakra.div>
  );
}

/** On a phone the numbers alone, in one row; beside the screen where there is room. */
const StepList = ({ at, isPlaying, jump }: Omit<ReturnType<typeof useSteps>, 'begin'>) => (
  <chakra.ol
    aria-label="Steps"
    listStyleType="none"
    display={{ base: 'grid', md: 'block' }}
    gridTemplateColumns={`repeat(${steps.length}, minmax(0, 1fr))`}
    gap={1}
  >
    {steps.map(({ title }, step) => (
      <li key={title}>
        <chakra.button
          type="button"
          aria-current={step === at ? 'step' : undefined}
          onClick={() => jump(step)}
          position="relative"
          display="flex"
          alignItems="center"
          justifyContent={{ base: 'center', md: 'flex-start' }}
          gap={3}
          w="full"
          minH={11}
          px={{ md: 3 }}
          borderRadius="control"
          overflow="hidden"
          textAlign="start"
          cursor="pointer"
          color={step === at ? 'fg' : 'fg.muted'}
          bg={step === at ? 'bg.muted' : undefined}
          fontWeight={step === at ? 'medium' : undefined}
          _hover={{ bg: 'bg.muted' }}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          <chakra.span fontVariantNumeric="tabular-nums">{step + 1}</chakra.span>
          <chakra.span srOnly={{ base: true, md: false }}>{title}</chakra.span>
          {step === at && (
            <chakra.span
              aria-hidden
              position="absolute"
              bottom={0}
              insetX={0}
              h="2px"
              bg="brand.solid"
              transformOrigin="left"
              css={isPlaying ? { animation: `${fill} ${STEP_LASTS}ms linear` } : undefined}
            />
          )}
        </chakra.button>
      </li>
    ))}
  </chakra.ol>
);

/** Milliseconds between two steps, as documented. */
const STEP_LASTS = 6_000;

/** Advances through the steps to the last one while it plays. */
function useSteps(count: number) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const isLast = at === count - 1;
  useEffect(() => {
    if (!isPlaying || isLast) return;
    const timer = setTimeout(() => setAt(at + 1), STEP_LASTS);
    return () => clearTimeout(timer);
  }, [at, isPlaying, isLast]);
  return {
    at,
    isPlaying: isPlaying && !isLast,
    /** Starts from the first step. People who prefer reduced motion start it themselves. */
    begin: () => {
      setAt(0);
      setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    },
    stop: () => setPlaying(false),
    /** Starts over after the last step. */
    play: () => {
      if (isLast) setAt(0);
      setPlaying(true);
    },
    /** Stops at a step, so that it doesn't change while someone looks at it. */
    jump: (step: number) => {
      setAt(step);
      setPlaying(false);
    },
  };
}

type Step = { title: string; words: string; screen: ScreenName };

/** The six documented steps, in the documented order. */
export const steps: readonly Step[] = [
  {
    title: 'Add your controllers',
    words:
      'Paste the API key of a console and choose its site. Each controller then shows its status, and how recent it is.',
    screen: 'controllers',
  },
  {
    title: 'Connect your PSA',
    words:
      'Connect HaloPSA with four fields and a test. Then choose which alerts open tickets, for which client and site.',
    screen: 'halopsa',
  },
  {
    title: 'Set alert rules',
    words: 'Seven conditions, each with its own threshold, duration and notification channels.',
    screen: 'rules',
  },
  {
    title: 'Manage alerts live',
    words:
      'Alerts appear automatically and disappear when the device recovers. Acknowledge or snooze them, or open the full timeline.',
    screen: 'alerts',
  },
  {
    title: 'Watch many sites',
    words: 'Many customers’ consoles and sites in one place, each kept separate.',
    screen: 'sites',
  },
  {
    title: 'See the numbers',
    words: 'Devices online and offline, gateway traffic, open alerts and uptime, all from real measurements.',
    screen: 'overview',
  },
];
