import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import { User } from '../users/user.entity.ts';
import type { ProfileInput } from './account.input.ts';
import { NotificationPreferences } from './notification-preferences.entity.ts';
import type { NotificationPreferencesInput } from './notification-preferences.input.ts';

/** Changes the viewer's names; the team keeps its own. */
export async function updateProfile({ em, viewer }: CustomerContext, input: ProfileInput): Promise<User> {
  const { firstName, lastName, companyName, websiteUrl } = input;
  const names = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    companyName: companyName.trim(),
    ...(websiteUrl !== undefined && { websiteUrl: websiteUrl || null }),
  };
  em.assign(viewer.user, names);
  await em.flush();
  return viewer.user;
}

/** The viewer's preferences; everything by every channel until they have changed something. */
export async function notificationPreferences({
  em,
  viewer,
}: CustomerContext): Promise<NotificationPreferences> {
  const saved = await em.findOne(NotificationPreferences, { user: viewer.user });
  return Object.assign(saved ?? new NotificationPreferences(), {
    timeZone: viewer.timeZone ?? defaultZone,
  });
}

/** Replaces the viewer's preferences. @throws Invalid for quiet hours without length */
export async function saveNotificationPreferences(
  { em, viewer }: CustomerContext,
  input: NotificationPreferencesInput,
): Promise<NotificationPreferences> {
  if (input.quietHours && input.quietFrom === input.quietUntil) {
    throw new Invalid({ quietUntil: 'Quiet hours end at another time than they begin' });
  }
  const { timeZone, ...wishes } = input;
  return em.transactional(async (tx) => {
    const preferences = { user: viewer.user, ...wishes };
    const saved = await tx.upsert(NotificationPreferences, preferences, { onConflictFields: ['user'] });
    // A form that shows the fallback sends it back: nobody has chosen it by saving something else.
    const isChosen =
      viewer.user.timeZone || input.quietHours || timeZone !== (viewer.timeZone ?? defaultZone);
    if (isChosen) await tx.nativeUpdate(User, viewer.user.id, { timeZone });
    return Object.assign(saved, { timeZone });
  });
}
