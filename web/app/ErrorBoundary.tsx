import { Button, chakra } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';

type Props = { children: ReactNode };

/** A screen that breaks says so in its own place; the rest of the page goes on. Give it a key to start afresh. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <chakra.div maxW="prose" w="full" mx="auto" p={6}>
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
      </chakra.div>
    );
  }
}
