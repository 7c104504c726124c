import { Mail, MessageCircle, Settings, Webhook, type IconComponent } from '#web/ui/icons.tsx';
import { Muted } from '#web/ui/text.tsx';

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
    <Muted
      as="span"
      display="inline-grid"
      placeItems="center"
      boxSize={9}
      flexShrink={0}
      borderRadius="control"
      borderWidth="1px"
    >
      <Picture size={20} strokeWidth={1.75} aria-hidden />
    </Muted>
  );
}
