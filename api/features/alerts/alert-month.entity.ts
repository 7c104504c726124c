import { PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Team } from '../teams/team.entity.ts';

/** How many alerts of a team began in a UTC month, counted as they begin: deleting alerts gives none back. */
@Entity()
export class AlertMonth {
  @ManyToOne(() => Team, { primary: true, deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** The first day of the month. */
  @PrimaryKey({ type: 'date' })
  month!: string;

  [PrimaryKeyProp]?: ['team', 'month'];

  @Property({ type: 'integer', default: 0 })
  raised: number = 0;

  /** The share of the package's limit that the owner was told of: 0, 80 or 100 percent. */
  @Property({ type: 'integer', default: 0 })
  toldPercent: number = 0;
}
