/** Address of a site's page. The ID of a console contains colons, and may contain anything. */
export const sitePath = (controllerId: string, siteId: string): string =>
  `/controllers/${controllerId}/sites/${encodeURIComponent(siteId)}`;

/** Address of a device's page, by its ID or MAC address. */
export const devicePath = (controllerId: string, deviceId: string): string =>
  `/controllers/${controllerId}/devices/${deviceId}`;
