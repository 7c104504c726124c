import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A picture that an administrator uploaded: drawn anew by us, never the bytes that came. It never changes. */
@Entity()
export class Upload {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** `logo`, `favicon` or `social`. */
  @Property({ type: 'text' })
  purpose!: string;

  @Property({ type: 'text' })
  contentType!: string;

  @Property({ type: 'blob' })
  bytes!: Buffer;

  /** Pixels. */
  @Property({ type: 'integer' })
  width!: number;

  /** Pixels. */
  @Property({ type: 'integer' })
  height!: number;

  @Index()
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;
}
