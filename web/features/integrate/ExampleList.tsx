import { chakra } from '@chakra-ui/react';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { Source } from '#web/ui/Source.tsx';
import { examples, type Access } from './examples.ts';

type Props = { access: Omit<Access, 'token'> & { token?: string } };

/** Programs to begin with, in which the token stands that was just made. */
export const ExampleList = ({ access: { token, ...access } }: Props) => (
  <>
    {token ? (
      <Notice state="ok">Your new token stands in the examples until you leave this page.</Notice>
    ) : (
      <Notice state="info">Create a token above, and the examples run as they are pasted.</Notice>
    )}
    {examples({ ...access, token: token ?? 'YOUR_TOKEN' }).map(({ id, title, about, code }) => (
      <chakra.div key={id} id={id} scrollMarginTop={20}>
        <CardPart
          title={title}
          description={about}
          action={<CopyButton text={code} label="Copy" of={title} />}
        >
          <Source label={title}>{code}</Source>
        </CardPart>
      </chakra.div>
    ))}
  </>
);
