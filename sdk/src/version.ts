/** Version of this package. A test checks that it equals the version in package.json. */
export const version = '0.1.0';
