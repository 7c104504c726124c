import { chakra } from '@chakra-ui/react';
import { Mail, MessageCircle, Settings, Webhook, type IconComponent } from '#web/ui/icons.tsx';

const pictures: Record<string, IconComponent> = {
  settings: Settings,
  'message-circle': MessageCircle,
  mail: Mail,
  webhook: Webhook,
};

/** A template's icon. Unknown ones fall back to the settings icon. */
export function TemplateIcon({ icon }: { icon: string }) {
  const Picture = pictures[icon] ?? Settings;
  return (
    <chakra.span
      display="inline-grid"
      placeItems="center"
      boxSize={9}
      flexShrink={0}
      borderRadius="control"
      borderWidth="1px"
      color="fg.muted"
    >
      <Picture size={20} strokeWidth={1.75} aria-hidden />
    </chakra.span>
  );
}
