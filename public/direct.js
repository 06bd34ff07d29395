// Direct connections between two devices that play one battle: WebRTC data channels, without a server.
// src/app/platform/direct.rs fetches it when it is first needed.
(() => {
  // How long a connection may take to open, in milliseconds.
  const PATIENCE = 20_000;
  const connections = new Map();
  let report = () => {};

  const begin = (id) => {
    const connection = new RTCPeerConnection();
    const channel = connection.createDataChannel('log', { negotiated: true, id: 0 });
    connections.set(id, { connection, channel });
    // A device that sleeps looks as if it had failed, and comes back by itself: nothing is closed for that.
    const silent = () => ['disconnected', 'failed'].includes(connection.connectionState);
    const state = () => {
      if (channel.readyState === 'open') report(id, 'state', silent() ? 'silent' : 'open');
      if (channel.readyState === 'closed') report(id, 'state', 'closed');
      // The device that answered waits for as long as its code is shown, however it looks.
      const isTried = connection.signalingState === 'stable' && connection.localDescription?.type === 'offer';
      if (channel.readyState === 'connecting' && connection.connectionState === 'failed' && isTried) report(id, 'failed', '');
    };
    connection.onconnectionstatechange = state;
    channel.onopen = state;
    channel.onclose = state;
    channel.onmessage = ({ data }) => typeof data === 'string' && report(id, 'message', data);
    return connection;
  };

  // The description with all addresses of the device: there is no server to send later ones.
  const gathered = (connection) =>
    new Promise((resolve) => {
      const done = () => resolve(connection.localDescription.sdp);
      if (connection.iceGatheringState === 'complete') return done();
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && done();
      setTimeout(done, 3_000); // what was found by then
    });

  window.drumheadDirect = {
    listen: (listener) => void (report = listener),
    offer: async (id) => {
      const connection = begin(id);
      await connection.setLocalDescription();
      return gathered(connection);
    },
    answer: async (id, sdp) => {
      const connection = begin(id);
      await connection.setRemoteDescription({ type: 'offer', sdp });
      await connection.setLocalDescription();
      return gathered(connection);
    },
    accept: async (id, sdp) => {
      const { connection, channel } = connections.get(id);
      await connection.setRemoteDescription({ type: 'answer', sdp });
      // Browsers go on trying for minutes. A way that is there opens within a second.
      setTimeout(() => connections.has(id) && channel.readyState === 'connecting' && report(id, 'failed', ''), PATIENCE);
    },
    send: (id, text) => connections.get(id).channel.send(text),
    close: (id) => {
      connections.get(id)?.connection.close();
      connections.delete(id);
    },
  };
})();
