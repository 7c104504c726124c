import { useSearchParams } from 'react-router';
import { ConnectPanel } from './ConnectPanel.tsx';
import { SiteChoice } from './SiteChoice.tsx';

/** With a controller: which of its sites is watched. Without: connect one. */
export function SiteSelectorPage() {
  const [parameters] = useSearchParams();
  const controller = parameters.get('controller');
  return controller ? <SiteChoice key={controller} controllerId={controller} /> : <ConnectPanel />;
}
