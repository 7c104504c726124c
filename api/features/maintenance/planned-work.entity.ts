import { ArrayType, OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Team } from '../teams/team.entity.ts';
import type { MaintenancePlace } from './maintenance-window.entity.ts';

/**
 * A past occurrence of a window that was changed, ended or deleted afterwards. Reports leave its time out, whatever becomes
 * of the window.
 */
@Entity()
@Index({ properties: ['team', 'until'] })
export class PlannedWork {
  [OptionalProps]?: 'customerIds' | 'tags' | 'places';

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** The window, which may be deleted. */
  @Property({ type: 'uuid' })
  windowId!: string;

  @Property({ type: 'text' })
  name!: string;

  /** The controller that it applied to, which may be deleted. `null`: every controller. */
  @Property({ type: 'uuid', nullable: true })
  controllerId?: string | null;

  /** The `hostId` of a site. `null`: every site. */
  @Property({ type: 'text', nullable: true })
  siteId?: string | null;

  @Property({ type: 'text', nullable: true })
  siteName?: string | null;

  /** `null`: every device. */
  @Property({ type: 'text', nullable: true })
  deviceMac?: string | null;

  @Property({ type: 'text', nullable: true })
  deviceName?: string | null;

  /** IDs of the customers that it was limited to, besides `tags`. */
  @Property({ type: new ArrayType(), columnType: 'uuid[]', defaultRaw: "'{}'" })
  customerIds: string[] = [];

  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  tags: string[] = [];

  /** The devices and sites that it was limited to. Empty: not limited. */
  @Property({ type: 'json', default: '[]' })
  places: MaintenancePlace[] = [];

  @Property({ type: 'timestamptz' })
  began!: Date;

  @Property({ type: 'timestamptz' })
  until!: Date;

  /** Whether it was over by then, so that the window's present timetable says nothing more about it. */
  @Property({ type: 'boolean' })
  isOver!: boolean;
}
