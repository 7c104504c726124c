import { useMutation } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { DeleteHalopsaIntegration, HalopsaIntegration } from './halopsa.gql.ts';

/** Ends the connection, once the person has agreed. */
export function Disconnect() {
  const [asking, setAsking] = useState(false);
  const [remove] = useMutation(DeleteHalopsaIntegration, {
    refetchQueries: [HalopsaIntegration],
    awaitRefetchQueries: true,
  });
  const confirm = async () => {
    try {
      await remove();
      toast({ title: 'HaloPSA disconnected', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update Failed',
        check: 'Reload the page to see whether HaloPSA was disconnected.',
      });
      setAsking(false);
    }
  };
  return (
    <>
      <Button variant="outline" colorPalette="danger" onClick={() => setAsking(true)}>
        Disconnect HaloPSA
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={confirm}
          title="Disconnect HaloPSA"
          confirmLabel="Disconnect HaloPSA"
        >
          Its credentials are deleted here. Alerts open no more tickets; those that are there stay as they
          are.
        </ConfirmDialog>
      )}
    </>
  );
}
