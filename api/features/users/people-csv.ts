import { csvExport, type Export } from '#api/exports/export.ts';
import { countPeople, readPeople } from './people.ts';
import type { UserOrder } from './user-search.args.ts';
import type { User } from './user.entity.ts';

/** People for a spreadsheet, in words as the list has them. */
export function peopleExport(order: UserOrder, record: Export<string>['record']): Export<string> {
  return csvExport({
    record,
    download: 'GET /api/admin/users/csv',
    columns: [
      { key: 'firstName', header: 'First name' },
      { key: 'lastName', header: 'Last name' },
      { key: 'email', header: 'Email' },
      { key: 'companyName', header: 'Company' },
      { key: 'role', header: 'Role' },
      { key: 'status', header: 'Status' },
      { key: 'packageName', header: 'Package' },
      { key: 'subscription', header: 'Subscription' },
      { key: 'joined', header: 'Joined' },
      { key: 'lastSignIn', header: 'Last sign-in' },
    ],
    count: ({ em }) => countPeople(em, order),
    async *batches(reader) {
      for await (const people of readPeople(reader, order))
        yield people.map((person) => ({
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          companyName: person.companyName,
          role: person.role,
          status: statusOf(person),
          packageName: person.packageName,
          subscription: person.stripeSubscriptionId ? 'Pro' : 'Free',
          joined: person.createdAt,
          lastSignIn: person.lastSignInAt,
        }));
    },
  });
}

function statusOf({ suspended, emailVerifiedAt }: User): string {
  if (suspended) return 'Suspended';
  return emailVerifiedAt ? 'Active' : 'Unverified';
}
