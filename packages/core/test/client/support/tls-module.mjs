// What a user's module for `network.ssl.sslOptionsFactory` looks like.
let options;

export function init(properties) {
  options = { ca: properties.ca, checkServerIdentity: () => undefined };
}

export function getSSLOptions() {
  return options;
}
