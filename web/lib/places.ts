/** Address of a site's page. The ID of a console contains colons, and may contain anything. */
export const sitePath = (controllerId: string, siteId: string): string =>
  `/controllers/${controllerId}/sites/${encodeURIComponent(siteId)}`;

/** Where UniFi shows a console, as `url` of its devices and sites has it. Its ID has a colon, which needs no escape. */
export const unifiUrl = (hostId: string): string =>
  `https://unifi.ui.com/consoles/${encodeURIComponent(hostId).replaceAll('%3A', ':')}`;

/** Address of a device's page, by its ID or MAC address. */
export const devicePath = (controllerId: string, deviceId: string): string =>
  `/controllers/${controllerId}/devices/${deviceId}`;
