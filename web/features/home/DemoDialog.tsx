import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { keyframes } from '@emotion/react';
import { Pause, Play, X } from 'lucide-react';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { steps } from './demo-steps.ts';
import { Screen } from './Screen.tsx';
import { STEP_LASTS, useSteps } from './useSteps.ts';

const fill = keyframes({ from: { transform: 'scaleX(0)' } });

/** Six screens of the product, one after another: it goes on by itself, stops on demand, and jumps to any step. */
export function DemoDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const show = useSteps(steps.length);
  const { title, words, screen } = steps[show.at]!;
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner pt={{ md: '5vh' }}>
          <Dialog.Content maxW="66rem" maxH={{ base: '100%', md: '90vh' }}>
            <Dialog.Header>
              <Dialog.Title>The product in six steps</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body
              display="grid"
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '13rem minmax(0, 1fr)' }}
              gap={{ base: 4, md: 6 }}
              alignItems="start"
            >
              <StepList {...show} />
              {/* While it goes on by itself nobody is read to; whoever stops it or jumps hears each step. */}
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
            </Dialog.Body>
            <Dialog.Footer justifyContent="space-between">
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
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <Button variant="ghost" size="sm" px={0} aria-label="Close">
                <X size={18} strokeWidth={1.75} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** On a phone the numbers alone, in one row; beside the screen where there is room. */
const StepList = ({ at, isPlaying, jump }: ReturnType<typeof useSteps>) => (
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
