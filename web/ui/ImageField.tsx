import { Button, chakra } from '@chakra-ui/react';
import { Upload } from '#web/ui/icons.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { upload, UploadRefused, type Uploaded } from '#web/lib/upload.ts';
import { StateIcon } from './StateIcon.tsx';
import { toast } from './toaster.tsx';

type Props = {
  label: string;
  help: string;
  /** Path and form field of the upload. */
  to: { address: string; field: string };
  /** File types to choose from, such as "image/*". */
  accept: string;
  /** Used if the server sends no message: "Failed to upload favicon". */
  failure: string;
  /** The current image. */
  picture?: ReactNode;
  onUploaded: (picture: Uploaded) => Promise<unknown> | void;
  onRemove: () => Promise<unknown> | void;
};

/** An image that is uploaded as soon as it is dropped or chosen. */
export function ImageField(props: Props) {
  const { label, help, to, accept, failure, picture, onUploaded, onRemove } = props;
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => () => stop.current?.abort(), []);
  // The file input disappears during an upload, so keyboard focus returns to it afterwards.
  const wasSending = useRef(false);
  useEffect(() => {
    const isSending = progress !== undefined;
    if (wasSending.current && !isSending && document.activeElement === document.body) input.current?.focus();
    wasSending.current = isSending;
  }, [progress]);

  const send = async (file: File | undefined) => {
    if (!file || progress !== undefined) return;
    setProblem(undefined);
    setProgress(0);
    stop.current = new AbortController();
    try {
      await onUploaded(await upload(to, file, setProgress, stop.current.signal));
      toast({ title: 'Success', description: `${label} uploaded`, type: 'success' });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      const words = (error instanceof UploadRefused && error.message) || failure;
      setProblem(words);
      toast({ title: 'Error', description: words, type: 'error' });
    } finally {
      setProgress(undefined);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  const remove = async () => {
    await onRemove();
    input.current?.focus();
  };
  return (
    <chakra.div role="group" aria-labelledby={id} minW={0}>
      <chakra.p id={id} fontWeight="medium" mb={1.5}>
        {label}
      </chakra.p>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap={3}
        p={3}
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={isOver ? 'brand.solid' : 'border.control'}
        borderRadius="surface"
        bg={isOver ? 'brand.subtle' : 'bg.panel'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {picture}
        <chakra.div flex="1 1 14rem" minW={0}>
          {progress === undefined ? (
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
              <chakra.label
                display="inline-flex"
                alignItems="center"
                gap={2}
                h={9}
                px={3.5}
                borderWidth="1px"
                borderColor="border.control"
                borderRadius="control"
                bg="bg.panel"
                fontWeight="medium"
                cursor="pointer"
                _hover={{ bg: 'bg.subtle' }}
                css={{
                  '@media (pointer: coarse)': { minH: 11 },
                  '&:has(:focus-visible)': {
                    outline: '2px solid {colors.brand.focusRing}',
                    outlineOffset: '2px',
                  },
                }}
              >
                <Upload size={16} strokeWidth={1.75} aria-hidden />
                {picture ? 'Replace' : 'Choose a file'}
                <chakra.span srOnly> for {label}</chakra.span>
                <chakra.input
                  ref={input}
                  type="file"
                  srOnly
                  accept={accept}
                  aria-describedby={`${id}-help${problem ? ` ${id}-problem` : ''}`}
                  aria-invalid={problem ? true : undefined}
                  onChange={({ target }) => {
                    void send(target.files?.[0]);
                    // The same file may be chosen again.
                    target.value = '';
                  }}
                />
              </chakra.label>
              {picture && (
                <Button variant="ghost" aria-label={`Remove ${label}`} onClick={() => void remove()}>
                  Remove
                </Button>
              )}
              {!picture && (
                <Muted as="span" display={{ base: 'none', sm: 'inline' }}>
                  or drop it here
                </Muted>
              )}
            </chakra.div>
          ) : (
            <Progress part={progress} of={label} onStop={() => stop.current?.abort()} />
          )}
        </chakra.div>
      </chakra.div>
      <Hint id={`${id}-help`} mt={1.5}>
        {help}
      </Hint>
      {problem && (
        <chakra.p
          id={`${id}-problem`}
          mt={1}
          display="flex"
          alignItems="center"
          gap={1.5}
          textStyle="sm"
          color="fg.error"
        >
          <StateIcon state="critical" size={10} />
          {problem}
        </chakra.p>
      )}
    </chakra.div>
  );
}

function Progress({ part, of, onStop }: { part: number; of: string; onStop: () => void }) {
  const percent = Math.round(part * 100);
  return (
    <chakra.div display="flex" alignItems="center" gap={3}>
      <chakra.div
        role="progressbar"
        aria-label={`Upload of ${of}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        flex={1}
        h={1.5}
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <chakra.div h="full" bg="brand.solid" style={{ width: `${percent}%` }} />
      </chakra.div>
      <Hint as="span" fontVariantNumeric="tabular-nums">
        {percent < 100 ? `${percent} %` : 'Processing…'}
      </Hint>
      <Button variant="ghost" size="sm" onClick={onStop}>
        Stop
      </Button>
    </chakra.div>
  );
}
