/**
 * E-mail addresses that client, server and manifests take: a name without quotes, and a domain of at least two parts whose last is no
 * number. Mail programs do not write to a quoted name, a network address or a host of the local network, or mean something else by it.
 */
export const emailPattern =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*" +
  '@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$';

const address = new RegExp(emailPattern);

/** Whether a text is an e-mail address. */
export const isEmail = (text: string): boolean => address.test(text);
