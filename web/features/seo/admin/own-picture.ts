/** Whether a picture was uploaded here. Those of other sites are loaded by no browser of somebody who is signed in. */
export const isOwnPicture = (address: string): boolean => /^\/(?!\/)/.test(address.trim());
