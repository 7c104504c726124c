import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/app.ts';
import type { Team } from '../teams/team.entity.ts';
import type { ReadCustomer } from './read-customer.ts';
import type { Written } from './write-customer.ts';

/** What an event said that cannot be read again. */
export interface Hint {
  type: string;
  objectId: string | null;
}

interface Told {
  team: Team;
  read: ReadCustomer;
  written: Written;
  now: Date;
  hint?: Hint;
}

/** Mails a team's owner what has become of their money. */
export async function tellMoney(_em: EntityManager, _app: App, _told: Told): Promise<void> {}
