import { Team } from '#api/features/teams/team.entity.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import type { Cast, Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import type { Running } from '#tests/support/running.ts';

export const at = '/api/admin/packages';
export const plan = {
  name: 'Plan',
  price: '29.99',
  stripePriceId: 'price_plan',
  maxControllers: 5,
  maxDevices: 100,
};

/** What administrators do with packages and visitors see of them. `stage`: where it is done, once that is set up. */
export function shelf(stage: () => { running: Running; cast: Cast }) {
  const admin = () => rest(stage().cast.ada);
  const rows = () => stage().running.app.orm.em.fork();
  const create = (fields: object = {}, person: Person = stage().cast.ada) =>
    rest(person).post(at, { ...plan, ...fields });
  const made = async (fields: object = {}) => (await create(fields)).body as Package;
  return {
    rows,
    create,
    made,
    change: (id: string, fields: object) => admin().put(`${at}/${id}`, fields),
    all: async () => (await admin().get(at)).body as Package[],
    onSale: async () => (await rest(stage().cast.vic).get('/api/packages')).body as Package[],
    /** Has the team of a person have a package. */
    give: (person: Person, id: string) => rows().nativeUpdate(Team, person.teamId, { package: id }),
  };
}
