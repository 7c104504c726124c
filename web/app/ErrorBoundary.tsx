import { Button, chakra } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import { PartLost } from './PartLost.tsx';
import { isPartLost } from './lost-parts.ts';

type Props = { children: ReactNode };
type State = { broken?: 'screen' | 'part lost' };

/** A screen that breaks says so in its own place; the rest of the page goes on. Give it a key to start afresh. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { broken: isPartLost(error) ? 'part lost' : 'screen' };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <chakra.div maxW="prose" w="full" mx="auto" p={6}>
        {this.state.broken === 'part lost' ? <PartLost otherwise={broken} /> : broken}
      </chakra.div>
    );
  }
}

const broken = (
  <Notice
    state="error"
    title="This screen could not be shown"
    action={
      <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
    }
  >
    The watch goes on without it. Reloading usually helps; the other screens still work.
  </Notice>
);
