/** Element id of the JSON with the scripts of the sign-in page by language, `[path, integrity]` each. */
export const signInScriptsId = 'signInScripts';
